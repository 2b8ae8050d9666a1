import { matchItems } from "../../rules/operation/match.ts";
import {
	type Fields,
	fieldsOf,
	flagIn,
	integerIn,
	isFields,
	listIn,
	saysNothing,
	textIn,
	textOf,
	wordsIn,
} from "./fields.ts";
import { nameOf } from "./offers.ts";

/**
 * `unknown` if no entry of the answer can be matched to the input with certainty, or if the entry reports both success
 * and failure.
 */
export type BatchItem =
	| { kind: "done"; fields: Fields }
	| { kind: "refused"; code: string; message: string }
	| { kind: "unknown" };

/**
 * In input order. An entry is matched to its input by domain name. Entries without a name are matched by position, but
 * only if there are as many entries as inputs. If every entry has a different `index`, the entries are first sorted by
 * it.
 *
 * An item has failed if it has `success: false`, `status: false` or a non-empty `error`. An item with a `code` has
 * failed unless it has `success: true`.
 */
export function readBatch(result: unknown, inputs: readonly string[]): BatchItem[] {
	const list = (listIn(result, "items", "results") ?? []).map((each) =>
		isFields(each) ? each : { name: textOf(each) },
	);
	const results = inOrder(list).map((fields) => ({
		name: nameOf(fields) ?? nameOf(fieldsOf(fields["result"])) ?? nameOf(fieldsOf(fields["input"])),
		fields,
	}));
	return matchItems(inputs, results).map((match) => (match ? itemOf(match.fields) : { kind: "unknown" }));
}

function inOrder(list: readonly Fields[]): readonly Fields[] {
	const indexes = list.map((fields) => integerIn(fields, {}, "index"));
	const complete = indexes.every((index) => index !== null) && new Set(indexes).size === list.length;
	return complete ? list.toSorted((a, b) => (integerIn(a, {}, "index") ?? 0) - (integerIn(b, {}, "index") ?? 0)) : list;
}

function itemOf(fields: Fields): BatchItem {
	const { error } = fields;
	const flags = [flagIn(fields, "success"), flagIn(fields, "status")];
	const failed = flags.includes(false);
	const hasError = !saysNothing(error);
	const words = hasError && isFields(error) ? error : fields;
	const code = textIn(words, "code") ?? (typeof error === "string" && error !== "" ? textOf(error) : null);
	// Money may have moved.
	if (flags.includes(true) && (failed || hasError)) return { kind: "unknown" };
	if (!failed && !hasError && (code === null || flags.includes(true))) {
		return { kind: "done", fields: isFields(fields["result"]) ? fields["result"] : fields };
	}
	return { kind: "refused", code: code ?? "refused", message: wordsIn(words, "message", "error_message") ?? "" };
}
