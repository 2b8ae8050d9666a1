CREATE TABLE "service"."registrar_facts" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "service"."domains" ADD COLUMN "zone_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "service"."domains" ADD COLUMN "api_access" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "service"."orders" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "service"."orders" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "service"."orders" ADD COLUMN "renewed_from" timestamp with time zone;