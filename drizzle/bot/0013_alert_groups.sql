ALTER TABLE "bot"."inbox" ADD COLUMN "receipt_id" bigint;--> statement-breakpoint
ALTER TABLE "bot"."inbox" ADD COLUMN "group_id" bigint;--> statement-breakpoint
ALTER TABLE "bot"."inbox" ADD CONSTRAINT "inbox_receipt_id_operations_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "bot"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_group" ON "bot"."inbox" USING btree ("group_id") WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX "inbox_recent" ON "bot"."inbox" USING btree ("account_id","type","received_at");