import { matchItems } from "../../rules/operation/match.ts";
import { type Fields, fieldsOf, flagIn, integerIn, isFields, listIn, saysNothing, textIn, textOf } from "./fields.ts";
import { nameOf } from "./offers.ts";

/** What a batch said about one input. `unknown`: nothing that surely belongs to it. */
export type BatchItem =
	| { kind: "done"; fields: Fields }
	| { kind: "refused"; code: string; message: string }
	| { kind: "unknown" };

/**
 * One answer for each input, in the inputs' order. Results are matched by name, then by `index` or place where the
 * counts agree. A failure is marked by `success: false`, `status: false`, `error` or `code`, whichever came; an empty
 * `error` marks nothing.
 */
export function readBatch(result: unknown, inputs: readonly string[]): BatchItem[] {
	const list = (listIn(result, "items", "results") ?? []).map((each) =>
		isFields(each) ? each : { name: textOf(each) },
	);
	const results = inOrder(list).map((fields) => ({ name: batchName(fields), fields }));
	return matchItems(inputs, results).map((match) => (match ? itemOf(match.fields) : { kind: "unknown" }));
}

/** By `index` where every result has one of its own. */
function inOrder(list: readonly Fields[]): readonly Fields[] {
	const indexes = list.map((fields) => integerIn(fields, "index"));
	const whole = indexes.every((index) => index !== null) && new Set(indexes).size === list.length;
	return whole ? list.toSorted((a, b) => (integerIn(a, "index") ?? 0) - (integerIn(b, "index") ?? 0)) : list;
}

function batchName(fields: Fields): string | null {
	return nameOf(fields) ?? nameOf(fieldsOf(fields["result"])) ?? nameOf(fieldsOf(fields["input"]));
}

function itemOf(fields: Fields): BatchItem {
	const { error } = fields;
	const said = [flagIn(fields, "success"), flagIn(fields, "status")];
	const failed = said.includes(false);
	const hasError = !saysNothing(error);
	const words = hasError && isFields(error) ? error : fields;
	const code = textIn(words, "code") ?? (typeof error === "string" && error !== "" ? error : null);
	// Two marks that contradict each other mark nothing: money may have moved.
	if (said.includes(true) && (failed || hasError)) return { kind: "unknown" };
	if (!failed && !hasError && (code === null || said.includes(true))) {
		return { kind: "done", fields: isFields(fields["result"]) ? fields["result"] : fields };
	}
	return { kind: "refused", code: code ?? "refused", message: textIn(words, "message", "error_message") ?? "" };
}
