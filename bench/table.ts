import { type Figure, isReached } from "./figure.ts";

/** The rows of docs/bench.md: what an operator asks, and how `what` of the figure that answers it begins. */
export const summary = [
	["updates that one process handles a second (`/help` of 64 people)", "updates a second (`/help`"],
	["from a tap to its answer, which takes one call of the service", "a tap that shows one answer of the service"],
	["from an update to its answer, for 30 a second, all in 512 MB and half a core", "from update to answer at 99 %"],
	["from `npm start` to ready, with a data folder in place", "`npm start` to ready"],
	["memory when idle, with the service and the local Telegram, the database apart", "resident memory when idle"],
	["events that one process receives a second", "events a second"],
	["1,000 notifications to 1,000 chats", "1000 notifications to 1000 chats"],
	["looking up a list of 10,000 names", "looking up a list of 10000 names"],
	[
		"500 people over three replicas, 30 updates a second, one replica restarts",
		"500 people over three replicas: from arrival to answer at 99 %, 30 updates",
	],
	["production install, with Node and PostgreSQL", "production install"],
] as const;

/** Returns the results as a Markdown table for docs/bench-table.md. */
export function renderTable(figures: readonly Figure[]): string {
	const rows = figures.map((figure) => {
		const { what, ours, bare, value, unit, goal } = figure;
		const wanted =
			goal === undefined ? "" : "atLeast" in goal ? `${goal.atLeast} or more` : `${goal.atMost}${unit} or less`;
		const verdict = goal === undefined ? "" : isReached(figure) ? "reached" : "**missed**";
		return [what, ours, bare, `${shown(value)}${unit}`, wanted, verdict];
	});
	return table(["", "here", "bare", "figure", "goal", ""], rows);
}

export function renderTablePage(machine: readonly string[], figures: readonly Figure[]): string {
	const facts = machine.map((fact) => `- ${fact}`).join("\n");
	return `# All figures\n\n\`npm run bench\` writes this page. [Figures](bench.md) explains how it measures.\n\n${facts}\n\n${renderTable(figures)}\n`;
}

/** Returns docs/bench.md. A question without a figure, because its measurement failed, gets an empty cell. */
export function renderPage(figures: readonly Pick<Figure, "what" | "ours">[], notes: string): string {
	const rows = summary.map(([asked, begins]) => [
		asked,
		figures.find(({ what }) => what.startsWith(begins))?.ours ?? "",
	]);
	return `# Figures\n\nYou can see here how fast the bot is, and what it needs. \`npm run bench\` writes this page and [all figures](bench-table.md), with the machine and the date.\n\n${table(["", "measured"], rows)}\n\n${notes}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function shown(value: number): string {
	if (Number.isNaN(value)) return "";
	return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
