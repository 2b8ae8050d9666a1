-- Renames screens and their parameters in stored rows, so that messages from before keep their content and their
-- buttons. A button stores the screen it opens as JSON inside a string: its quotes are escaped, and no space follows
-- its colons.
CREATE FUNCTION "bot"."rename_route"(stored text, quote text, colon text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	names text[];
BEGIN
	FOREACH names SLICE 1 IN ARRAY ARRAY[
		['guard', 'spending_limits'], ['guard_sum', 'spending_limit'], ['doctor', 'connection_check'],
		['newcomer', 'account_shared'], ['shut_out', 'access_lost'], ['dismissed', 'access_removed'],
		['notice', 'operator_alert'], ['nothing_left', 'nothing_to_order'], ['bad_years', 'rejected_years']
	] LOOP
		stored := replace(stored, format('%1$sto%1$s%2$s%1$s%3$s%1$s', quote, colon, names[1]), format('%1$sto%1$s%2$s%1$s%3$s%1$s', quote, colon, names[2]));
	END LOOP;
	FOREACH names SLICE 1 IN ARRAY ARRAY[
		['note', 'noticeKey'], ['noted', 'noticeState'], ['bad', 'rejectedInput'], ['wish', 'pendingRoute']
	] LOOP
		stored := replace(stored, format('%1$s%3$s%1$s%2$s', quote, colon, names[1]), format('%1$s%3$s%1$s%2$s', quote, colon, names[2]));
	END LOOP;
	FOREACH names SLICE 1 IN ARRAY ARRAY[['newcomer-', 'account-shared-'], ['guard-', 'spending-limits-']] LOOP
		stored := replace(stored, format('%1$snoticeKey%1$s%2$s%1$s%3$s', quote, colon, names[1]), format('%1$snoticeKey%1$s%2$s%1$s%3$s', quote, colon, names[2]));
	END LOOP;
	RETURN stored;
END $$;
--> statement-breakpoint
UPDATE "bot"."screens" SET
	"params" = CASE
		WHEN "feature" = 'bad_years' AND "params" ? 'said' THEN "params" - 'said' || jsonb_build_object('rejectedInput', "params" -> 'said')
		WHEN "feature" = 'unknown' AND "params" ? 'said' THEN "params" - 'said' || jsonb_build_object('content', "params" -> 'said')
		WHEN "feature" = 'outdated' AND "params" ? 'left' THEN "params" - 'left' || jsonb_build_object('exited', "params" -> 'left')
		WHEN "feature" IN ('operation', 'nothing_left') AND "params" ? 'left' THEN "params" - 'left' || jsonb_build_object('skipped', "params" -> 'left')
		ELSE "params"
	END;
--> statement-breakpoint
UPDATE "bot"."screens" SET
	"feature" = "bot"."rename_route"(format('"to": "%s"', "feature"), '"', ': '),
	"params" = "bot"."rename_route"("params"::text, '"', ': ')::jsonb,
	"choices" = "bot"."rename_route"("choices"::text, '\"', ':')::jsonb;
--> statement-breakpoint
UPDATE "bot"."screens" SET "feature" = substring("feature" from '^"to": "(.*)"$');
--> statement-breakpoint
UPDATE "bot"."dialogues" SET "data" = "bot"."rename_route"(
	CASE WHEN "data" ? 'left' THEN "data" - 'left' || jsonb_build_object('interrupted', "data" -> 'left') ELSE "data" END::text, '"', ': '
)::jsonb WHERE "data" IS NOT NULL;
--> statement-breakpoint
DROP FUNCTION "bot"."rename_route";
