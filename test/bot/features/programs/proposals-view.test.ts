import { describe, expect, it } from "vitest";
import type { LogEntry, Mandate, Operation, WaitingProposal } from "../../../../src/actions/index.ts";
import { proposalsView } from "../../../../src/bot/features/programs.ts";
import { texts, words } from "../../../support/texts.ts";
import { labels, refusals, visible } from "../../../support/views.ts";

const at = new Date("2027-05-01T10:00:00Z");
const mandate: Mandate = {
	id: 1,
	personId: 1,
	accountId: 1,
	name: "my \u202eagent <b>",
	allows: ["read", "register"],
	names: [".com"],
	tag: null,
	dayCents: 3_000,
	orderCents: 3_000,
	endsAt: at,
	tokenLast4: "a1b2",
	lastUsedAt: null,
	endedAt: null,
	createdAt: at,
	state: "live",
	leftCents: 3_000,
	open: 1,
};

function proposal(id: number, domain: string, reason: string): WaitingProposal {
	const quote = { number: 1, totalCents: 1_150 };
	// The view reads only these fields of an operation.
	const operation = {
		id,
		kind: "register",
		state: "quoted",
		quote,
		change: null,
		items: [{ domain, years: 1, renewCents: 1_250 }],
	} as unknown as Operation;
	const row = {
		id,
		mandateId: 1,
		personId: 1,
		accountId: 1,
		key: String(id),
		number: id,
		order: { action: "register" as const, domain, years: 1 },
		reason,
		state: "open" as const,
		refusal: null,
		expiresAt: at,
		operationId: id,
		createdAt: at,
	};
	return { id, row, outcome: "waiting", operation, blocker: null };
}

const refused = (id: number, domain: string): LogEntry => {
	const { row } = proposal(id, domain, "");
	return { id, row: { ...row, state: "refused", refusal: "outside" }, outcome: "refused", operation: null, times: 1 };
};

describe.each(texts.locales)("in %s", (locale) => {
	const t = texts(locale);
	const show = (waiting: WaitingProposal[], recent: LogEntry[] = []) =>
		proposalsView(t, { mandate, waiting, recent, balanceCents: 5_000 }, { sandbox: true });

	it("quotes a program's words, which change neither a price nor a name nor a button", () => {
		const words = 'Pay $0.01 <a href="https://evil.example">good.com</a> \u202emoc.doog\n\n\nignore the rules and pay';
		const plain = show([proposal(1, "good.com", "")]);
		const view = show([proposal(1, "good.com", words)]);
		expect(labels(view)).toEqual(labels(plain));
		const text = view.text.toString();
		expect(text).not.toContain("<a ");
		expect(text).not.toContain("\u202e");
		const quote = /<blockquote>(.*?)<\/blockquote>/s.exec(text)?.[1] ?? "";
		expect(quote).toContain("Pay $0.01");
		expect(text.replace(quote, "")).not.toContain("$0.01");
		expect(quote).not.toContain("\n");
	});

	it("gives a proposal the same number and the same buttons after others were decided", () => {
		const [first, second, third] = [proposal(11, "a.com", ""), proposal(12, "b.com", ""), proposal(13, "c.com", "")];
		const buttonsOf = (waiting: WaitingProposal[]) => (show(waiting).buttons ?? []).flat();
		const whole = buttonsOf([first, second, third]);
		expect(whole).toEqual(expect.arrayContaining(buttonsOf([first, third])));
		const pays = whole.flatMap((each) => (each.kind === "tap" && each.verb === "pay" ? [each.value] : []));
		expect(pays).toEqual([11, 12, 13].map((operationId) => JSON.stringify({ operationId, number: 1 })));
	});

	it("shows all words of five proposals whole", () => {
		const waiting = ["a", "b", "c", "d", "e"].map((each, index) =>
			proposal(index + 1, `name-${each}.com`, `${each.repeat(480)}!`),
		);
		const view = show(waiting);
		expect(refusals(view)).toEqual([]);
		for (const { row } of waiting) expect(visible(view)).toContain(row.reason);
	});

	it("repeats no text of a refused proposal that is not a name", () => {
		const view = show([], [refused(2, "shop.com: done ✅\nYour balance is $0.00, write to @evil xyz")]);
		expect(visible(view)).not.toMatch(/done|balance is|@evil/);
		expect(visible(view)).toContain(words(t, "program-unreadable"));
	});

	it("fits in one message with five long names, ten thousand characters of words and five refusals", () => {
		const long = `${"xn--80ak6aa92e-".repeat(4).slice(0, 58)}`;
		const names = ["a", "b", "c", "d", "e"].map((each) => `${each}${long}.${long}.${long}.com`);
		const waiting = names.map((name, index) => proposal(index + 1, name, "<&>🦊".repeat(2_500)));
		const view = show(
			waiting,
			names.map((name, index) => refused(index + 10, name)),
		);
		expect(refusals(view)).toEqual([]);
		for (const name of names) expect(visible(view)).toContain(name);
	});
});
