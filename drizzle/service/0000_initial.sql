CREATE SCHEMA "service";
--> statement-breakpoint
CREATE TABLE "service"."accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1),
	"balance_cents" integer DEFAULT 0 NOT NULL,
	"held_cents" integer DEFAULT 0 NOT NULL,
	"sandbox" boolean DEFAULT true NOT NULL,
	"api_enabled" boolean DEFAULT true NOT NULL,
	"token_hash" text,
	"token_last_four" text,
	"token_issued_at" timestamp with time zone,
	"whitelist" text[] DEFAULT '{}' NOT NULL,
	"default_preset_key" text,
	"default_edge_key" text,
	"default_ttl" integer,
	"webhook_url" text,
	"webhook_enabled" boolean DEFAULT false NOT NULL,
	"webhook_secret" text,
	"webhook_next_secret" text,
	"webhook_next_from" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "accounts_token" UNIQUE("token_hash"),
	CONSTRAINT "accounts_balance" CHECK ("service"."accounts"."balance_cents" >= 0),
	CONSTRAINT "accounts_held" CHECK ("service"."accounts"."held_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "service"."desk_calls" (
	"key" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"memo" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."edge_profiles" (
	"account_id" integer NOT NULL,
	"key" text NOT NULL,
	"enabled" boolean NOT NULL,
	"zones" text[],
	CONSTRAINT "edge_profiles_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "service"."presets" (
	"account_id" integer NOT NULL,
	"key" text NOT NULL,
	"nameservers" text[] NOT NULL,
	CONSTRAINT "presets_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "service"."rates" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"passed" timestamp (6) with time zone[] NOT NULL,
	"refused" timestamp (6) with time zone[] NOT NULL,
	"blocked_until" timestamp with time zone,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"account_id" integer NOT NULL,
	"attempt" smallint NOT NULL,
	"status" text NOT NULL,
	"status_code" smallint NOT NULL,
	"error" text,
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "deliveries_attempt" UNIQUE("event_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "service"."events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"account_id" integer NOT NULL,
	"type" text NOT NULL,
	"domain" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"wake_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "events_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "service"."requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"hash" text NOT NULL,
	"state" text DEFAULT 'working' NOT NULL,
	"owner" uuid NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"settled" json DEFAULT '{}'::json NOT NULL,
	"status" smallint,
	"body" text,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "requests_key" UNIQUE("account_id","scope","key")
);
--> statement-breakpoint
CREATE TABLE "service"."sandbox_names" (
	"name" text PRIMARY KEY NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."sandbox_orders" (
	"order" text PRIMARY KEY NOT NULL,
	"outcome" text NOT NULL,
	"registered_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "service"."domains" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."domains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"unicode" text NOT NULL,
	"zone" text NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"nameservers" text[] NOT NULL,
	"mode" text NOT NULL,
	"edge_key" text,
	"records" jsonb NOT NULL,
	"client_ref" text,
	"external_ref" text,
	"blocked_at" timestamp with time zone,
	"blocked_reason" text,
	"monitor_at" timestamp with time zone,
	CONSTRAINT "domains_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "service"."ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"order_id" bigint,
	"kind" text NOT NULL,
	"balance_cents" integer NOT NULL,
	"held_cents" integer NOT NULL,
	"note" text,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"request_id" bigint NOT NULL,
	"item" smallint NOT NULL,
	"kind" text NOT NULL,
	"domain" text NOT NULL,
	"zone" text NOT NULL,
	"years" smallint NOT NULL,
	"cents" integer NOT NULL,
	"client_ref" text,
	"external_ref" text,
	"setup" jsonb,
	"state" text DEFAULT 'open' NOT NULL,
	"refusal" text,
	"expires_at" timestamp with time zone,
	"wake_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."prices" (
	"zone" text PRIMARY KEY NOT NULL,
	"register_cents" integer NOT NULL,
	"renew_cents" integer NOT NULL,
	"premium" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "service"."edge_profiles" ADD CONSTRAINT "edge_profiles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "service"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."presets" ADD CONSTRAINT "presets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "service"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."deliveries" ADD CONSTRAINT "deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "service"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."deliveries" ADD CONSTRAINT "deliveries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "service"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."events" ADD CONSTRAINT "events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "service"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."requests" ADD CONSTRAINT "requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "service"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."domains" ADD CONSTRAINT "domains_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "service"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."ledger" ADD CONSTRAINT "ledger_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "service"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."ledger" ADD CONSTRAINT "ledger_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "service"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."orders" ADD CONSTRAINT "orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "service"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_created" ON "service"."deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "deliveries_account" ON "service"."deliveries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "events_created" ON "service"."events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "events_due" ON "service"."events" USING btree ("account_id","wake_at") WHERE "service"."events"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "requests_created" ON "service"."requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "domains_account" ON "service"."domains" USING btree ("account_id","name");--> statement-breakpoint
CREATE INDEX "domains_monitor" ON "service"."domains" USING btree ("monitor_at") WHERE "service"."domains"."monitor_at" is not null;--> statement-breakpoint
CREATE INDEX "ledger_account" ON "service"."ledger" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_order_held" ON "service"."ledger" USING btree ("order_id") WHERE "service"."ledger"."kind" = 'hold';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_order_settled" ON "service"."ledger" USING btree ("order_id") WHERE "service"."ledger"."kind" in ('charge', 'release');--> statement-breakpoint
CREATE UNIQUE INDEX "orders_item" ON "service"."orders" USING btree ("request_id","item") WHERE "service"."orders"."state" <> 'refused';--> statement-breakpoint
CREATE INDEX "orders_request" ON "service"."orders" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "orders_open" ON "service"."orders" USING btree ("wake_at") WHERE "service"."orders"."state" = 'open';--> statement-breakpoint
CREATE INDEX "orders_domain_open" ON "service"."orders" USING btree ("domain") WHERE "service"."orders"."state" = 'open';