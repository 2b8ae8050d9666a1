CREATE TABLE "bot"."services" (
	"url" text PRIMARY KEY NOT NULL,
	"dns_form" text
);
