ALTER TABLE "bot"."connections" ADD COLUMN "webhook_secret" text;--> statement-breakpoint
ALTER TABLE "bot"."connections" ADD COLUMN "webhook_secret_old" text;