ALTER TABLE "bot"."conversations" DROP COLUMN "seen_at";--> statement-breakpoint
ALTER TABLE "bot"."people" DROP COLUMN "seen_at";