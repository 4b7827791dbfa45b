-- W3C trace context of the request or activity that wrote a message. It cannot be part of the message, which identifies
-- its workflow: a workflow's messages must stay in order, whoever wrote them.
alter table outbox add column traceparent text;
