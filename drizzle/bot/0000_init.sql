CREATE SCHEMA "bot";
--> statement-breakpoint
CREATE TABLE "bot"."chats" (
	"id" bigint PRIMARY KEY NOT NULL,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot"."dialogues" (
	"person_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"data" jsonb,
	"rev" integer DEFAULT 0 NOT NULL,
	"screen_id" bigint,
	"written_at" timestamp with time zone DEFAULT clock() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "dialogues_person_id_chat_id_pk" PRIMARY KEY("person_id","chat_id")
);
--> statement-breakpoint
CREATE TABLE "bot"."outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"news" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"screen_id" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"wake_at" timestamp with time zone DEFAULT clock(),
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "outbox_once" UNIQUE("chat_id","person_id","subject_kind","subject_id","news")
);
--> statement-breakpoint
CREATE TABLE "bot"."screens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."screens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chat_id" bigint NOT NULL,
	"message_id" bigint,
	"old_message_id" bigint,
	"person_id" bigint NOT NULL,
	"feature" text NOT NULL,
	"params" jsonb NOT NULL,
	"subject_kind" text,
	"subject_id" bigint,
	"rev" integer DEFAULT 1 NOT NULL,
	"saved_rev" integer DEFAULT 1 NOT NULL,
	"shown_rev" integer DEFAULT 0 NOT NULL,
	"shown_at" timestamp with time zone,
	"beneath_rev" integer DEFAULT 0 NOT NULL,
	"choices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"lease_until" timestamp with time zone,
	"wake_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	"touched_at" timestamp with time zone DEFAULT clock() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot"."updates" (
	"id" bigint PRIMARY KEY NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot"."inbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."inbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"event_id" text NOT NULL,
	"body_hash" text NOT NULL,
	"type" text NOT NULL,
	"domain" text,
	"occurred_at" timestamp with time zone,
	"client_ref" text,
	"external_ref" text,
	"reason" text,
	"body" jsonb NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"operation_id" bigint,
	"received_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "inbox_event" UNIQUE("account_id","event_id"),
	CONSTRAINT "inbox_body" UNIQUE("account_id","body_hash")
);
--> statement-breakpoint
CREATE TABLE "bot"."mutes" (
	"person_id" bigint NOT NULL,
	"topic" text NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "mutes_person_id_topic_value_pk" PRIMARY KEY("person_id","topic","value")
);
--> statement-breakpoint
CREATE TABLE "bot"."items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operation_id" bigint NOT NULL,
	"request_id" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"account_id" bigint NOT NULL,
	"domain" text NOT NULL,
	"lock" text NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"phase" text DEFAULT 'open' NOT NULL,
	"absences" integer DEFAULT 0 NOT NULL,
	"code" text,
	"message" text,
	"years" integer,
	"price_cents" integer,
	"renew_cents" integer,
	"client_ref" text,
	"external_ref" text,
	"edge_profile_key" text,
	"before" jsonb,
	"change" jsonb,
	"expires_at" timestamp with time zone,
	"charged_cents" integer,
	CONSTRAINT "items_operation_ordinal" UNIQUE("operation_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "bot"."operations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."operations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"account_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'quoted' NOT NULL,
	"quote_number" integer DEFAULT 1 NOT NULL,
	"quote" jsonb NOT NULL,
	"quote_expires_at" timestamp with time zone NOT NULL,
	"balance_before_cents" integer,
	"balance_after_cents" integer,
	"spend_day" date,
	"news" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	CONSTRAINT "operations_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "bot"."requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operation_id" bigint NOT NULL,
	"phase" text DEFAULT 'quoted' NOT NULL,
	"hold" text DEFAULT 'none' NOT NULL,
	"wake_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"first_sent_at" timestamp with time zone,
	"last_sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reads" integer DEFAULT 0 NOT NULL,
	"last_read_at" timestamp with time zone,
	"doubt" boolean DEFAULT false NOT NULL,
	"closed" boolean DEFAULT false NOT NULL,
	"look_wanted" boolean DEFAULT false NOT NULL,
	"key" text NOT NULL,
	"prepared" jsonb,
	CONSTRAINT "requests_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "bot"."accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"service_url" text NOT NULL,
	"user_id" bigint NOT NULL,
	"owner_id" bigint,
	"sandbox" boolean DEFAULT false NOT NULL,
	"receiver_path" text NOT NULL,
	"webhook_secret" text,
	"webhook_secret_old" text,
	"webhook_url" text,
	"desk_turn" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "accounts_receiver_path_unique" UNIQUE("receiver_path"),
	CONSTRAINT "accounts_service_user" UNIQUE("service_url","user_id")
);
--> statement-breakpoint
CREATE TABLE "bot"."connections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."connections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" bigint NOT NULL,
	"account_id" bigint,
	"service_url" text NOT NULL,
	"token" text NOT NULL,
	"token_print" text NOT NULL,
	"token_last4" text NOT NULL,
	"state" text NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	"proved_at" timestamp with time zone,
	CONSTRAINT "connections_person_account" UNIQUE("person_id","account_id"),
	CONSTRAINT "connections_person_token" UNIQUE("person_id","service_url","token_print")
);
--> statement-breakpoint
CREATE TABLE "bot"."people" (
	"id" bigint PRIMARY KEY NOT NULL,
	"locale" text NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"first_update_id" bigint,
	"day_cap_cents" integer,
	"ask_above_cents" integer,
	"low_balance_cents" integer,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT clock() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot"."domains" (
	"account_id" bigint NOT NULL,
	"domain" text NOT NULL,
	"status" text,
	"expires_at" timestamp with time zone,
	"blocked_since" timestamp with time zone,
	"blocked_reason" text,
	"block_signal_at" timestamp with time zone,
	"seen_at" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "domains_account_id_domain_pk" PRIMARY KEY("account_id","domain")
);
--> statement-breakpoint
CREATE TABLE "bot"."spend_days" (
	"person_id" bigint NOT NULL,
	"day" date NOT NULL,
	"spent_cents" integer NOT NULL,
	CONSTRAINT "spend_days_person_id_day_pk" PRIMARY KEY("person_id","day")
);
--> statement-breakpoint
ALTER TABLE "bot"."dialogues" ADD CONSTRAINT "dialogues_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."dialogues" ADD CONSTRAINT "dialogues_screen_id_screens_id_fk" FOREIGN KEY ("screen_id") REFERENCES "bot"."screens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."outbox" ADD CONSTRAINT "outbox_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."outbox" ADD CONSTRAINT "outbox_screen_id_screens_id_fk" FOREIGN KEY ("screen_id") REFERENCES "bot"."screens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."screens" ADD CONSTRAINT "screens_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."inbox" ADD CONSTRAINT "inbox_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."inbox" ADD CONSTRAINT "inbox_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "bot"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."mutes" ADD CONSTRAINT "mutes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."items" ADD CONSTRAINT "items_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "bot"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."items" ADD CONSTRAINT "items_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "bot"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."items" ADD CONSTRAINT "items_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."operations" ADD CONSTRAINT "operations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."operations" ADD CONSTRAINT "operations_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."requests" ADD CONSTRAINT "requests_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "bot"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."accounts" ADD CONSTRAINT "accounts_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."connections" ADD CONSTRAINT "connections_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."connections" ADD CONSTRAINT "connections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."domains" ADD CONSTRAINT "domains_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."spend_days" ADD CONSTRAINT "spend_days_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "bot"."outbox" USING btree ("wake_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "screens_message" ON "bot"."screens" USING btree ("chat_id","message_id");--> statement-breakpoint
CREATE INDEX "screens_subject" ON "bot"."screens" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "screens_due" ON "bot"."screens" USING btree ("wake_at") WHERE wake_at is not null;--> statement-breakpoint
CREATE INDEX "screens_touched" ON "bot"."screens" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "updates_created" ON "bot"."updates" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inbox_new" ON "bot"."inbox" USING btree ("id") WHERE state = 'new';--> statement-breakpoint
CREATE INDEX "inbox_domain" ON "bot"."inbox" USING btree ("account_id","domain");--> statement-breakpoint
CREATE UNIQUE INDEX "items_lock" ON "bot"."items" USING btree ("account_id","domain","lock") WHERE locked;--> statement-breakpoint
CREATE INDEX "items_request" ON "bot"."items" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "items_domain" ON "bot"."items" USING btree ("account_id","domain");--> statement-breakpoint
CREATE INDEX "operations_account" ON "bot"."operations" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "operations_quoted" ON "bot"."operations" USING btree ("person_id","account_id") WHERE state = 'quoted';--> statement-breakpoint
CREATE INDEX "requests_operation" ON "bot"."requests" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "requests_due" ON "bot"."requests" USING btree ("wake_at") WHERE wake_at is not null;--> statement-breakpoint
CREATE INDEX "requests_held" ON "bot"."requests" USING btree ("operation_id") WHERE hold = 'access';--> statement-breakpoint
CREATE UNIQUE INDEX "connections_active" ON "bot"."connections" USING btree ("person_id") WHERE active;--> statement-breakpoint
CREATE INDEX "connections_account" ON "bot"."connections" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "domains_expiry" ON "bot"."domains" USING btree ("account_id","expires_at");