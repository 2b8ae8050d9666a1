ALTER TABLE "bot"."screens" ADD COLUMN "keyboard_rev" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot"."screens" ADD COLUMN "shown_hash" text;--> statement-breakpoint
-- What stands in the chats already carries the revision that was shown last.
UPDATE "bot"."screens" SET "keyboard_rev" = "shown_rev";
