CREATE TABLE "bot"."watches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."watches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"account_id" bigint NOT NULL,
	"person_id" bigint,
	"subject" text DEFAULT '' NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"wake_at" timestamp with time zone DEFAULT clock(),
	"lease_until" timestamp with time zone,
	"looks" integer DEFAULT 0 NOT NULL,
	"looked_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"failure" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"answer" jsonb,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "watches_once" UNIQUE NULLS NOT DISTINCT("kind","account_id","person_id","subject")
);
--> statement-breakpoint
ALTER TABLE "bot"."watches" ADD CONSTRAINT "watches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."watches" ADD CONSTRAINT "watches_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watches_account" ON "bot"."watches" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "watches_person" ON "bot"."watches" USING btree ("person_id") WHERE person_id is not null;--> statement-breakpoint
CREATE INDEX "watches_due" ON "bot"."watches" USING btree ("wake_at") WHERE state = 'running';