CREATE TABLE "bot"."reminder_names" (
	"reminder_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"domain" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"days" integer,
	CONSTRAINT "reminder_names_reminder_id_account_id_domain_pk" PRIMARY KEY("reminder_id","account_id","domain"),
	CONSTRAINT "reminder_names_once" UNIQUE("person_id","account_id","domain","expires_at","days")
);
--> statement-breakpoint
CREATE TABLE "bot"."reminders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" bigint NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "reminders_day" UNIQUE("person_id","day")
);
--> statement-breakpoint
ALTER TABLE "bot"."connections" ADD COLUMN "expiry_checked_on" date;--> statement-breakpoint
ALTER TABLE "bot"."people" ADD COLUMN "expiry_days" integer[] DEFAULT '{60,30,7,1}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot"."domain_notes" ADD COLUMN "renewal" text;--> statement-breakpoint
ALTER TABLE "bot"."domain_notes" ADD COLUMN "renewal_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bot"."domain_notes" ADD COLUMN "remind_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bot"."domains" ADD COLUMN "dated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bot"."reminder_names" ADD CONSTRAINT "reminder_names_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "bot"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."reminder_names" ADD CONSTRAINT "reminder_names_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."reminder_names" ADD CONSTRAINT "reminder_names_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."reminders" ADD CONSTRAINT "reminders_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminder_names_expired" ON "bot"."reminder_names" USING btree (expires_at);