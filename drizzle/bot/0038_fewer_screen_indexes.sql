DROP INDEX "bot"."screens_subject";--> statement-breakpoint
DROP INDEX "bot"."screens_touched";--> statement-breakpoint
CREATE INDEX "screens_subject" ON "bot"."screens" USING btree ("subject_kind","subject_id") WHERE subject_kind is not null;--> statement-breakpoint
CREATE INDEX "screens_touched" ON "bot"."screens" USING brin ("touched_at");