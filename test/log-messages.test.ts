import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { project, sourceFiles } from "./support/source-files.ts";

const levels = ["debug", "info", "warn", "error"];

/** Names that begin with a capital letter even at the start of a message. */
const names = /^(?:Telegram|PostgreSQL|DNS|HTTP)\b/;

/** Files that pass on messages of their callers: the type `Log`, and the warnings of the local Telegram's methods. */
const forwarding = ["packages/kit/src/log.ts", "packages/local-telegram/src/dispatch.ts"];

interface LoggedMessage {
	/** The message; null if the argument is not a literal. */
	message: string | null;
	at: string;
}

/** Returns the second argument of all calls such as `log.warn(…)` and `deps.log.error(…)` in a file of the product. */
function loggedMessages(file: string): LoggedMessage[] {
	const source = readFileSync(join(project, file), "utf8");
	const found: LoggedMessage[] = [];
	new Visitor({
		CallExpression({ callee, arguments: [, second], start }) {
			if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
			if (
				!levels.includes(callee.property.name) ||
				!/\blog$/.test(source.slice(callee.object.start, callee.object.end))
			)
				return;
			const message = second?.type === "Literal" && typeof second.value === "string" ? second.value : null;
			found.push({ message, at: `${file}:${source.slice(0, start).split("\n").length}` });
		},
	}).visit(parseSync(file, source).program);
	return found;
}

const all = sourceFiles()
	.map((file) => file.replaceAll("\\", "/"))
	.flatMap((file) => loggedMessages(file).filter(({ message }) => message !== null || !forwarding.includes(file)));

it("finds the log calls", () => {
	expect(all.length).toBeGreaterThan(60);
});

it("writes every log message as a constant phrase in lower case without a full stop", () => {
	const isPhrase = (message: string | null): boolean =>
		message !== null && (/^[a-z]/.test(message) || names.test(message)) && !/[.!?]$|\. /.test(message);
	expect(all.filter(({ message }) => !isPhrase(message))).toEqual([]);
});
