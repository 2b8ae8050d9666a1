import { matchItems } from "../../rules/operation/match.ts";
import { type Fields, fieldsOf, integerIn, isFields, listIn, textIn, textOf } from "./fields.ts";
import { nameOf } from "./offers.ts";

/** What a batch said about one input. `unknown`: nothing that surely belongs to it. */
export type BatchItem =
	| { kind: "done"; fields: Fields }
	| { kind: "refused"; code: string; message: string }
	| { kind: "unknown" };

/**
 * One answer for each input, in the inputs' order. Results are matched by name, then by `index` or place where the
 * counts agree. A failure is marked by `success: false`, `status: false`, `error` or `code`, whichever came.
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
	const error = fields["error"];
	const words = isFields(error) ? error : fields;
	const marked = fields["success"] === false || fields["status"] === false;
	const hasError = error !== undefined && error !== null && error !== false && error !== "";
	const code = textIn(words, "code") ?? (typeof error === "string" && error !== "" ? error : null);
	if (!marked && !hasError && (code === null || fields["success"] === true)) {
		return { kind: "done", fields: isFields(fields["result"]) ? fields["result"] : fields };
	}
	return { kind: "refused", code: code ?? "refused", message: textIn(words, "message", "error_message") ?? "" };
}
