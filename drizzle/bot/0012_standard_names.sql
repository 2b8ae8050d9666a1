DROP TABLE IF EXISTS "public"."pace";--> statement-breakpoint
ALTER TABLE "bot"."served" RENAME TO "identity";--> statement-breakpoint
ALTER TABLE "bot"."identity" RENAME CONSTRAINT "served_pkey" TO "identity_pkey";--> statement-breakpoint
ALTER TABLE "bot"."identity" RENAME CONSTRAINT "served_once" TO "identity_once";--> statement-breakpoint
ALTER TABLE "bot"."dialogues" RENAME TO "conversations";--> statement-breakpoint
ALTER TABLE "bot"."conversations" RENAME CONSTRAINT "dialogues_person_id_chat_id_pk" TO "conversations_person_id_chat_id_pk";--> statement-breakpoint
ALTER TABLE "bot"."conversations" RENAME CONSTRAINT "dialogues_person_id_people_id_fk" TO "conversations_person_id_people_id_fk";--> statement-breakpoint
ALTER TABLE "bot"."conversations" RENAME CONSTRAINT "dialogues_screen_id_screens_id_fk" TO "conversations_screen_id_screens_id_fk";--> statement-breakpoint
ALTER TABLE "bot"."outbox" RENAME COLUMN "news" TO "dedup_key";--> statement-breakpoint
ALTER TABLE "bot"."operations" RENAME COLUMN "news" TO "notification_count";--> statement-breakpoint
ALTER TABLE "bot"."accounts" RENAME COLUMN "desk_turn" TO "admin_sequence";
