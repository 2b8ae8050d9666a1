CREATE TABLE "bot"."domain_notes" (
	"person_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"domain" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"note" text,
	CONSTRAINT "domain_notes_person_id_account_id_domain_pk" PRIMARY KEY("person_id","account_id","domain")
);
--> statement-breakpoint
ALTER TABLE "bot"."domain_notes" ADD CONSTRAINT "domain_notes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."domain_notes" ADD CONSTRAINT "domain_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;