CREATE TABLE "bot"."balance_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."balance_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT clock() NOT NULL,
	"before_cents" bigint,
	"after_cents" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bot"."inbox" ADD COLUMN "charged_cents" bigint;--> statement-breakpoint
ALTER TABLE "bot"."inbox" ADD COLUMN "balance_cents" bigint;--> statement-breakpoint
ALTER TABLE "bot"."inbox" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bot"."balance_changes" ADD CONSTRAINT "balance_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_changes_account" ON "bot"."balance_changes" USING btree ("account_id","at");