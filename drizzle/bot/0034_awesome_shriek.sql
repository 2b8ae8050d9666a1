CREATE TABLE "bot"."mandates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."mandates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"allows" text[] NOT NULL,
	"names" text[] DEFAULT '{}' NOT NULL,
	"tag" text,
	"day_cents" integer NOT NULL,
	"order_cents" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"token_hash" text NOT NULL,
	"token_last4" text NOT NULL,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot"."proposals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mandate_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"key" text NOT NULL,
	"order" jsonb NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"refusal" text,
	"expires_at" timestamp with time zone NOT NULL,
	"operation_id" bigint,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bot"."mandates" ADD CONSTRAINT "mandates_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."mandates" ADD CONSTRAINT "mandates_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."proposals" ADD CONSTRAINT "proposals_mandate_id_mandates_id_fk" FOREIGN KEY ("mandate_id") REFERENCES "bot"."mandates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."proposals" ADD CONSTRAINT "proposals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."proposals" ADD CONSTRAINT "proposals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."proposals" ADD CONSTRAINT "proposals_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "bot"."operations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_token" ON "bot"."mandates" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "mandates_person" ON "bot"."mandates" USING btree ("person_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_key" ON "bot"."proposals" USING btree ("mandate_id","key") WHERE state <> 'refused';--> statement-breakpoint
CREATE INDEX "proposals_mandate" ON "bot"."proposals" USING btree ("mandate_id","id");--> statement-breakpoint
CREATE INDEX "proposals_operation" ON "bot"."proposals" USING btree ("operation_id") WHERE operation_id is not null;