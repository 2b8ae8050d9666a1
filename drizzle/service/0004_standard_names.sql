DROP TABLE IF EXISTS "public"."pace";--> statement-breakpoint
ALTER TABLE "service"."desk_calls" RENAME TO "admin_calls";--> statement-breakpoint
ALTER TABLE "service"."admin_calls" RENAME CONSTRAINT "desk_calls_pkey" TO "admin_calls_pkey";
