import { misplacement } from "@domains/contract/records/record.ts";
import { isRecordType, recordTypes } from "@domains/contract/records/types.ts";
import { isAccepted, isPriorityMissing, tryComplete } from "../../../rules/record-answer.ts";
import { footer, nameText } from "../../screens/format.ts";
import { type Html, html, paragraphs, shorten, visibleText } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { problemLine, recordText } from "../../screens/shared/change.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, inRows, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

type RecordQuestion = ParamsOf<typeof routes.recordAsk>;

/** The priorities of MX records that people often use. A server with a lower number is used first. */
const usualPriorities = ["0", "10", "20", "50"];

/**
 * Asks for the type, the host and the value of a new record, one after another. For an MX record, also asks for the
 * priority. The person can also send a whole record. If `editing` is set, asks for the new version of this record
 * instead.
 */
export function recordAskView(t: T, question: RecordQuestion): View {
	const { domain, problem, editing, draftId } = question;
	const back = link(t("button-back"), routes.zone, { domain, page: 1, draftId });
	const parts = [
		problem !== undefined &&
			(["sentence", "unread"].includes(problem) ? t.html(`record-bad-${problem}`) : problemLine(t, problem)),
		editing && recordText(editing),
		knownText(question),
		askedText(t, question),
	];
	return { text: paragraphs(parts), buttons: [...choices(t, question), footer(t, back)] };
}

/**
 * Returns the parts of the record that the person has already sent, if these include the value. Otherwise, returns
 * false, because the question itself names the type and the host if they are known.
 */
function knownText({ type, host, value }: RecordQuestion): Html | false {
	return (
		value !== undefined &&
		html`<code>${shorten(visibleText([host, type, value].filter(Boolean).join(" ")), 120)}</code>`
	);
}

function askedText(t: T, { domain, type, host, value, editing }: RecordQuestion) {
	if (editing) return t.html("record-ask-new-value");
	if (isPriorityMissing({ type, host, value })) return t.html("record-ask-priority");
	if (type === undefined && value !== undefined) return t.html("record-ask-kind");
	if (type === undefined) return t.html("record-ask-type", { name: nameText(domain) });
	if (host === undefined) return t.html("record-ask-host", { type });
	return t.html(`record-ask-${type.toLowerCase()}`, { host });
}

function choices(t: T, { domain, type, host, value, editing }: RecordQuestion): Button[][] {
	if (editing) return [];
	if (isPriorityMissing({ type, host, value }))
		return [usualPriorities.map((each) => tap(each, "priority", { value: each }))];
	if (type === undefined) {
		const fits = (each: string) => value === undefined || isAccepted(tryComplete({ type: each, host, value }, domain));
		const types = recordTypes.filter(fits).map((each) => tap(each, "type", { value: each }));
		return inRows(types, 4);
	}
	if (host !== undefined) return [];
	const fits = (place: string) => isRecordType(type) && !misplacement(type, place);
	const hosts = ["www", "*"].filter(fits).map((place) => tap(place, "host", { value: place }));
	return [fits("@") ? [tap(t("record-host-apex"), "host", { value: "@" })] : [], hosts];
}
