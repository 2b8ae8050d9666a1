CREATE TABLE "bot"."served" (
	"one_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"bot_id" bigint NOT NULL,
	"username" text NOT NULL,
	"since" timestamp with time zone DEFAULT clock() NOT NULL,
	CONSTRAINT "served_once" CHECK ("bot"."served"."one_row")
);
