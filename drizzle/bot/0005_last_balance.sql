ALTER TABLE "bot"."operations" ALTER COLUMN "balance_before_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "bot"."operations" ALTER COLUMN "balance_after_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "bot"."accounts" ADD COLUMN "balance_cents" bigint;