CREATE TABLE "bot"."prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"register_cents" integer,
	"renew_cents" integer,
	"premium" boolean DEFAULT false NOT NULL,
	"since" timestamp with time zone DEFAULT clock() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT clock() NOT NULL,
	"reported_at" timestamp with time zone,
	"old_cents" integer,
	"old_seen_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "bot"."prices" ADD CONSTRAINT "prices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "prices_subject" ON "bot"."prices" USING btree ("account_id","subject","since");