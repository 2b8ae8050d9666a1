CREATE TABLE "bot"."auto_renewal_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."auto_renewal_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"domain" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "auto_renewal_runs_once" UNIQUE("account_id","domain","expires_at")
);
--> statement-breakpoint
CREATE TABLE "bot"."auto_renewals" (
	"account_id" bigint NOT NULL,
	"domain" text NOT NULL,
	"person_id" bigint NOT NULL,
	"ceiling_cents" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "auto_renewals_account_id_domain_pk" PRIMARY KEY("account_id","domain")
);
--> statement-breakpoint
ALTER TABLE "bot"."auto_renewal_runs" ADD CONSTRAINT "auto_renewal_runs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."auto_renewals" ADD CONSTRAINT "auto_renewals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."auto_renewals" ADD CONSTRAINT "auto_renewals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;