CREATE TABLE "bot"."board_names" (
	"board_id" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"register_cents" integer,
	"renew_cents" integer,
	"premium" boolean DEFAULT false NOT NULL,
	"code" text,
	"message" text,
	CONSTRAINT "board_names_board_id_ordinal_pk" PRIMARY KEY("board_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "bot"."boards" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot"."boards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" bigint NOT NULL,
	"account_id" bigint,
	"update_id" bigint NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"trouble" jsonb,
	"failures" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"duplicates" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"tail" text DEFAULT '' NOT NULL,
	"said_at" integer NOT NULL,
	"forwarded" boolean NOT NULL,
	"listed_at" timestamp with time zone,
	"wake_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock() NOT NULL,
	"touched_at" timestamp with time zone DEFAULT clock() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bot"."board_names" ADD CONSTRAINT "board_names_board_id_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "bot"."boards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."boards" ADD CONSTRAINT "boards_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "bot"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot"."boards" ADD CONSTRAINT "boards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "bot"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "board_names_once" ON "bot"."board_names" USING btree ("board_id","name") WHERE state <> 'not_name';--> statement-breakpoint
CREATE INDEX "board_names_open" ON "bot"."board_names" USING btree ("board_id","ordinal") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "boards_update" ON "bot"."boards" USING btree ("person_id","update_id");--> statement-breakpoint
CREATE INDEX "boards_due" ON "bot"."boards" USING btree ("wake_at") WHERE wake_at is not null;--> statement-breakpoint
CREATE INDEX "boards_touched" ON "bot"."boards" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "screens_board" ON "bot"."screens" USING btree ((params->>'boardId')) WHERE feature = 'list';