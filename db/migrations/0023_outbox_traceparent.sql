-- W3C trace context of the request or activity that wrote a message. Not part of the message, which identifies its
-- workflow: messages of one workflow must stay in order whoever wrote them.
alter table outbox add column traceparent text;
