CREATE TABLE "bot"."zone_points" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."zone_points_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"domain" text NOT NULL,
	"saved_by" bigint,
	"name" text,
	"records" jsonb NOT NULL,
	"nameservers" jsonb NOT NULL,
	"edge_profile_key" text,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bot"."zone_points" ADD CONSTRAINT "zone_points_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "zone_points_domain" ON "bot"."zone_points" USING btree ("account_id","domain","id");