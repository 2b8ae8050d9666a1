CREATE TABLE "bot"."freezes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."freezes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"domain" text NOT NULL,
	"frozen_by" bigint,
	"frozen_at" timestamp with time zone DEFAULT clock() NOT NULL,
	"ends_at" timestamp with time zone,
	"ended_by" bigint,
	CONSTRAINT "freezes_once" UNIQUE("account_id","domain")
);
--> statement-breakpoint
ALTER TABLE "bot"."freezes" ADD CONSTRAINT "freezes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;