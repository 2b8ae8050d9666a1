export interface Bar {
	label: string;
	/** One for each series, stacked in the bar. Null if unknown: the chart shows a gap. */
	values: readonly number[] | null;
}

export interface BarChart {
	title: string;
	/** The order is that of the values. */
	series: readonly string[];
	bars: readonly Bar[];
	/** Formats the total at the end of a bar. */
	format: (value: number) => string;
}

/** A phone shows the picture at half this width, so a text of 22 units is 11 pixels high there. */
export const chartWidth = 640;
/** The bars lie, one below the other: a phone has room for their labels and totals only side by side with them. */
const plot = { left: 180, right: 470 };
const row = 46;
const thickness = 30;
const legendRow = 36;
const font = "DejaVu Sans";
/** Opaque, so that the chart looks the same in light and dark mode. */
const colors = { back: "#ffffff", text: "#1f2933", faint: "#616e7c" };
/** People with red-green color blindness can distinguish the first two, blue and orange. */
const fills = ["#2f6fde", "#f0932b", "#5a6b7b", "#8e5bd0"];

export function barChartSvg({ title, series, bars, format }: BarChart): string {
	const highest = Math.max(1, ...bars.map(({ values }) => sum(values ?? [])));
	const top = 70 + Math.ceil(series.length / 2) * legendRow + 20;
	const height = top + bars.length * row + 10;
	const lengthOf = (value: number) => ((plot.right - plot.left) * value) / highest;
	const drawn = bars.map(({ label, values }, index) => {
		const middle = top + row * (index + 0.5);
		const name = text(label, { x: plot.left - 14, y: middle + 8, anchor: "end", fill: colors.faint });
		return values === null ? name : name + barOf(values, { middle, lengthOf, format });
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${chartWidth}" height="${height}" font-family="${font}" font-size="22">`,
		`<rect width="100%" height="100%" fill="${colors.back}"/>`,
		text(title, { x: 24, y: 48, size: 28 }),
		...series.map((name, index) => legend(name, index)),
		...drawn,
		"</svg>",
	].join("");
}

interface Place {
	middle: number;
	lengthOf: (value: number) => number;
	format: (value: number) => string;
}

function barOf(values: readonly number[], { middle, lengthOf, format }: Place): string {
	const total = sum(values);
	const parts = values.map((value, index) => {
		const x = plot.left + lengthOf(sum(values.slice(0, index)));
		return rect({ x, y: middle - thickness / 2, width: lengthOf(value), height: thickness, fill: fillOf(index) });
	});
	const end = text(format(total), { x: plot.left + lengthOf(total) + 10, y: middle + 8 });
	return parts.join("") + (total > 0 ? end : "");
}

function legend(name: string, index: number): string {
	const x = 24 + (index % 2) * 300;
	const y = 70 + Math.floor(index / 2) * legendRow;
	return rect({ x, y, width: 22, height: 22, fill: fillOf(index) }) + text(name, { x: x + 32, y: y + 19 });
}

function fillOf(index: number): string {
	return fills[index % fills.length] ?? colors.text;
}

function rect({ fill, ...box }: { x: number; y: number; width: number; height: number; fill: string }): string {
	const places = Object.entries(box).map(([name, value]) => `${name}="${value.toFixed(1)}"`);
	return `<rect ${places.join(" ")} fill="${fill}"/>`;
}

function text(
	words: string,
	{
		x,
		y,
		anchor = "start",
		fill = colors.text,
		size: fontSize = 22,
	}: {
		x: number;
		y: number;
		anchor?: "start" | "middle" | "end";
		fill?: string;
		size?: number;
	},
): string {
	const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}"`;
	return `<text ${place} text-anchor="${anchor}" fill="${fill}" font-size="${fontSize}">${escapeXml(words)}</text>`;
}

const references: ReadonlyMap<string, string> = new Map([
	["&", "&amp;"],
	["<", "&lt;"],
	// XML forbids `]]>` in a text.
	[">", "&gt;"],
]);
/** XML 1.0, section 2.2: a document may not have these characters, not even as a reference. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function escapeXml(words: string): string {
	return words.replace(forbidden, "\ufffd").replace(/[&<>]/g, (character) => references.get(character) ?? "");
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
