"""The ports on Redis Streams: journal, feed, views, news and their access rules."""
