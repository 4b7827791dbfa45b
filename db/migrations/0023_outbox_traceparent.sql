-- The trail of the request or activity that wrote a message (W3C trace context). Beside the message, not in it: which workflow a message is for is told by
-- the message, and messages of one workflow have to stay in order whoever wrote them.
alter table outbox add column traceparent text;
