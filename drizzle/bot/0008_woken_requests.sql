ALTER TABLE "bot"."items" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bot"."items" ADD COLUMN "found" text;--> statement-breakpoint
ALTER TABLE "bot"."requests" ADD COLUMN "wake_reason" text;--> statement-breakpoint
ALTER TABLE "bot"."requests" ADD COLUMN "token_print" text;--> statement-breakpoint
CREATE INDEX "requests_woken" ON "bot"."requests" USING btree ("id") WHERE wake_reason is not null;--> statement-breakpoint
ALTER TABLE "bot"."requests" DROP COLUMN "look_wanted";