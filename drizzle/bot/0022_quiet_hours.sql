ALTER TABLE "bot"."outbox" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bot"."people" ADD COLUMN "quiet_from" integer;--> statement-breakpoint
ALTER TABLE "bot"."people" ADD COLUMN "quiet_until" integer;--> statement-breakpoint
ALTER TABLE "bot"."people" ADD COLUMN "digest" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot"."people" ADD COLUMN "digest_at" integer DEFAULT 540 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot"."people" ADD COLUMN "digest_day" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_held" ON "bot"."outbox" USING btree ("person_id") WHERE state = 'waiting' and held_until is not null;