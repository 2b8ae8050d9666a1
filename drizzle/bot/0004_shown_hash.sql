ALTER TABLE "bot"."screens" ADD COLUMN "keyboard_rev" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot"."screens" ADD COLUMN "shown_hash" text;--> statement-breakpoint
-- Messages in the chats already have the revision that was shown last.
UPDATE "bot"."screens" SET "keyboard_rev" = "shown_rev";
