ALTER TABLE "service"."rates" ADD COLUMN "names_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "service"."rates" ADD COLUMN "kept_until" timestamp with time zone;