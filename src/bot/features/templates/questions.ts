import { questionsOf, type ReadValue, readValue, type Variable } from "@domains/dns/variables.ts";
import type { TemplateFacts } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { isOffTopic, isOtherInput } from "../../input/screen-input.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { routes } from "../../screens.ts";

/**
 * The default TTL with which the bot checks single records. The checks require a default TTL, but any value gives the
 * same result.
 */
export const anyTtl = 3600;

export type QuestionPlace = ParamsOf<typeof routes.dnsTemplateValue>;
type Place = Pick<QuestionPlace, "domains" | "values">;

/** The questions that the bot asks for a template, with the position of the current one, from 0. */
export interface Questions {
	all: Variable[];
	at: number;
}

/** Returns the questions of a template. `at` is -1 if the template no longer asks for `place.variable`. */
export function questionsAt(template: TemplateFacts, place: Place & { variable: string }): Questions {
	const all = questionsOf(template, { many: place.domains !== undefined, values: place.values });
	return { all, at: all.findIndex(({ name }) => name === place.variable) };
}

/**
 * Returns the question after the question about `variable`, or the first question if `variable` is undefined. Returns
 * undefined after the last question.
 */
export function nextQuestion(template: TemplateFacts, place: Place, variable?: string): Variable | undefined {
	if (variable === undefined) return questionsOf(template, { many: place.domains !== undefined, values: {} })[0];
	const { all, at } = questionsAt(template, { ...place, variable });
	return all[at + 1];
}

/**
 * Reads an answer as the value of a variable. Refuses the answer if it would make a record invalid in at least one of
 * the domains.
 */
export function readAnswer(
	template: TemplateFacts,
	variable: Variable,
	text: string,
	{ domain, domains = [domain], values }: QuestionPlace,
): ReadValue {
	const read = domains.map((each) => {
		return readValue(template, variable, text, { zone: { domain: each, defaultTtl: anyTtl }, values });
	});
	return read.find(({ ok }) => !ok) ?? read[0] ?? { ok: false };
}

/**
 * True if the text starts another task and does not answer the question.
 * - A valid value is usually the answer. But a record, a zone file or the reference of an order starts another task.
 *   Exception: if the question asks for an account name, every valid value is the answer.
 * - An invalid value starts another task if it is a domain name, a list of domain names or a record. The same is true
 *   for a zone file or a reference. If the question asks for an account name, a list of plain words starts another task
 *   too.
 * - Any other invalid value is a wrong answer, even with several lines. A long value may have been copied with line
 *   breaks.
 */
export function isOtherTask(ctx: BotContext, { asks }: Variable, answer: ReadValue): boolean {
	if (!answer.ok) return asks === "account" ? isOtherInput(ctx) : isOffTopic(ctx) && ctx.intent.is !== "base";
	// The name of an account at a provider may be the address of the person's site, such as `octocat.github.io`. It then
	// looks like a domain name.
	if (asks === "account") return false;
	return ["reference", "record", "unsupported_record", "zone_file"].includes(ctx.intent.is);
}
