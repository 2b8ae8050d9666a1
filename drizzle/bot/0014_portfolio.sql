ALTER TABLE "bot"."accounts" ADD COLUMN "listed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bot"."accounts" ADD COLUMN "listing_cursor" text;--> statement-breakpoint
ALTER TABLE "bot"."accounts" ADD COLUMN "listing_began_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bot"."domains" ADD COLUMN "unicode" text;--> statement-breakpoint
ALTER TABLE "bot"."domains" ADD COLUMN "registered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bot"."domains" ADD COLUMN "edge_profile_key" text;--> statement-breakpoint
ALTER TABLE "bot"."domains" ADD COLUMN "client_ref" text;--> statement-breakpoint
ALTER TABLE "bot"."domains" ADD COLUMN "renew_cents" integer;--> statement-breakpoint
ALTER TABLE "bot"."domains" ADD COLUMN "listed_at" timestamp with time zone;