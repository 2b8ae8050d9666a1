CREATE INDEX IF NOT EXISTS "conversations_screen" ON "bot"."conversations" USING btree ("screen_id") WHERE screen_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "outbox_screen" ON "bot"."outbox" USING btree ("screen_id") WHERE screen_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "inbox_operation" ON "bot"."inbox" USING btree ("operation_id") WHERE operation_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "inbox_receipt" ON "bot"."inbox" USING btree ("receipt_id") WHERE receipt_id is not null;