import { type Figure, isReached } from "./figure.ts";

/** Returns the results as a Markdown table for docs/bench.md. */
export function renderTable(figures: readonly Figure[]): string {
	const rows = figures.map((figure) => {
		const { what, ours, bare, value, unit, goal } = figure;
		const wanted =
			goal === undefined ? "" : "atLeast" in goal ? `${goal.atLeast} or more` : `${goal.atMost}${unit} or less`;
		const verdict = goal === undefined ? "" : isReached(figure) ? "reached" : "**missed**";
		return [what, ours, bare, `${shown(value)}${unit}`, wanted, verdict];
	});
	const head = ["", "here", "bare", "figure", "goal", ""];
	return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function renderPage(machine: readonly string[], figures: readonly Figure[], notes: string): string {
	const facts = machine.map((fact) => `- ${fact}`).join("\n");
	return `# Figures\n\nYou can see here how fast the bot is. \`npm run bench\` writes this page. It compares each figure with a bare program, measured in the same run and in turn with it.\n\n${facts}\n\n${renderTable(figures)}\n\n${notes}`;
}

function shown(value: number): string {
	if (Number.isNaN(value)) return "";
	return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
