DROP INDEX "service"."requests_created";--> statement-breakpoint
ALTER TABLE "service"."requests" ADD COLUMN "kept_until" timestamp with time zone DEFAULT clock() + make_interval(hours => 24) NOT NULL;--> statement-breakpoint
CREATE INDEX "requests_kept" ON "service"."requests" USING btree ("kept_until");