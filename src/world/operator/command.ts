import type { Db } from "@domains/kit/postgres/connect.ts";
import type { Actions } from "../../actions/index.ts";
import { parseReference } from "../../rules/reference.ts";
import { ban, type Held, unban } from "../../store/bans.ts";
import { doubtfulOperations } from "../../store/operation-lists.ts";
import { findPerson } from "../../store/people.ts";

export interface OperatorDeps {
	db: Db;
	actions: Pick<Actions, "connection" | "operation" | "privacy">;
}

interface OperatorCommand extends Command {
	/** Undefined if an argument is wrong. */
	run(deps: OperatorDeps, args: readonly string[]): Promise<Outcome | undefined>;
}

const done = (value: object): Outcome => ({ ok: true, value });

export const operatorCommands: Readonly<Record<string, OperatorCommand>> = {
	doubts: {
		usage: "",
		help: "List the orders whose outcome is unknown, or that make no progress",
		async run({ db }) {
			const rows = await doubtfulOperations(db);
			return done({
				operations: rows.map(({ reference, kind, personId, confirmedAt, asked, attempts, domains }) => ({
					reference,
					kind,
					person: personId,
					confirmed_at: confirmedAt,
					asked,
					attempts,
					domains,
				})),
			});
		},
	},
	settle: {
		usage: "REFERENCE happened|did-not [DOMAIN]",
		help: "Record the outcome of such an order",
		async run({ db, actions }, [text = "", word, domain]) {
			const reference = parseReference(text);
			if (reference === undefined || (word !== "happened" && word !== "did-not")) return undefined;
			const found = (await doubtfulOperations(db)).find((each) => each.reference === reference);
			if (!found) return refuse("not_found", `No order ${reference} has an unknown outcome`);
			if (!found.asked) return refuse("not_asked", `The bot still tries to find out the outcome of order ${reference}`);
			const { id: operationId, personId } = found;
			if (domain !== undefined && !found.domains.includes(domain)) {
				return refuse("not_found", `Order ${reference} does not contain ${domain}`);
			}
			const happened = word === "happened";
			const result = await actions.operation.decide({ personId, operationId, by: "operator", happened, domain });
			if (result.kind === "not_found") return refuse("not_found", `Order ${reference} was deleted`);
			return done({
				reference,
				state: result.operation.state,
				domains: domain === undefined ? found.domains : [domain],
			});
		},
	},
	own: {
		usage: "ACCOUNT USER|nobody", // wording-ok: an argument
		help: "Set or remove the owner of a built-in account",
		async run({ actions }, [text = "", owner]) {
			const ownerId = owner === "nobody" ? null : userOf(owner);
			if (!/^\d{1,9}$/.test(text) || ownerId === undefined) return undefined;
			const account = Number(text);
			const result = await actions.connection.give({ userId: account, ownerId });
			if (result.kind === "given") return done({ account, owner: ownerId });
			return refuse("not_found", `The built-in service has no account ${account}`);
		},
	},
	ban: {
		usage: "USER",
		help: "Make the bot ignore a person, and hold what they started",
		async run({ db }, [text]) {
			const user = userOf(text);
			if (user === undefined) return undefined;
			return done({ user, banned: true, held: countsOf(await ban(db, user)) });
		},
	},
	unban: {
		usage: "USER",
		help: "Lift a ban, and resume what it held",
		async run({ db }, [text]) {
			const user = userOf(text);
			if (user === undefined) return undefined;
			const held = await unban(db, user);
			if (!held) return refuse("not_banned", `User ${user} is not banned`);
			return done({ user, banned: false, resumed: countsOf(held) });
		},
	},
	export: {
		usage: "USER",
		help: "Print all data stored about a person",
		async run({ db, actions }, [text]) {
			const user = userOf(text);
			if (user === undefined) return undefined;
			if (!(await findPerson(db, user))) return refuse("not_found", `No data is stored about user ${user}`);
			return done(JSON.parse(await actions.privacy.exportData({ personId: user })));
		},
	},
	forget: {
		usage: "USER",
		help: "Delete all data stored about a person",
		async run({ db, actions }, [text]) {
			const user = userOf(text);
			if (user === undefined) return undefined;
			if (!(await findPerson(db, user))) return refuse("not_found", `No data is stored about user ${user}`);
			const result = await actions.privacy.forget({ personId: user });
			if (result.kind === "forgotten") return done({ user, forgotten: true });
			return refuse("open_operations", `These orders have no outcome yet: ${result.references.join(", ")}`);
		},
	},
};

/** Calls `open` only if the command exists and its number of arguments is right. */
export async function runOperatorCommand(
	open: () => OperatorDeps | Promise<OperatorDeps>,
	argv: readonly string[],
): Promise<Outcome> {
	const [name = "", ...args] = argv;
	const command = Object.hasOwn(operatorCommands, name) ? operatorCommands[name] : undefined;
	if (!command) return refuse("usage", `Use one of: ${Object.keys(operatorCommands).join(", ")}, move-in`);
	const outcome = fitsUsage(command, args) ? await command.run(await open(), args) : undefined;
	return outcome ?? refuse("usage", `Use: ${name} ${command.usage}`.trim());
}

function countsOf({ watches, accountChecks, autoRenewals, lists, notifications }: Held) {
	return { watches, account_checks: accountChecks, auto_renewals: autoRenewals, lists, notifications };
}

/** Undefined for other text, such as the negative id of a group. */
function userOf(text = ""): number | undefined {
	return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}

/** One JSON object, or an error. */
export type Outcome =
	| { ok: true; value: object }
	| { ok: false; error: { code: string; message: string; key?: string | undefined } };

/** The help text and the check of the arguments are made from these fields. */
export interface Command {
	/** Such as `USER KEY [DOMAIN] [--disabled]`. */
	usage: string;
	/** One line of `--help`. */
	help: string;
}

export function refuse(code: string, message: string): Outcome {
	return { ok: false, error: { code, message } };
}

export function listCommands(commands: Readonly<Record<string, Command>>): string {
	const rows = Object.entries(commands).map(([name, { usage, help }]) => ({ form: `${name} ${usage}`.trim(), help }));
	const width = Math.max(...rows.map(({ form }) => form.length));
	return rows.map(({ form, help }) => `  ${form.padEnd(width)}  ${help}`).join("\n");
}

export function fitsUsage({ usage }: Command, args: readonly string[]): boolean {
	const expected = usage.replaceAll(/\[--[^\]]*\]/g, "").match(/\S+/g) ?? [];
	const least = expected.filter((each) => !each.startsWith("[")).length;
	return args.length >= least && args.length <= expected.length;
}
