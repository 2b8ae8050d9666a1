ALTER TABLE "bot"."conversations" DROP CONSTRAINT "conversations_screen_id_screens_id_fk";
--> statement-breakpoint
DROP INDEX "bot"."conversations_screen";