export interface Bar {
	/** A line break splits it into two lines. */
	label: string;
	/** One for each series, stacked in the bar. Null if unknown: the chart shows a gap. */
	values: readonly number[] | null;
}

export interface BarChart {
	title: string;
	/** The order is that of the values. */
	series: readonly string[];
	bars: readonly Bar[];
	/** For the axis, and the text above a bar. */
	format: (value: number) => string;
}

const size = { width: 1_000, height: 600 };
const plot = { left: 110, right: 970, top: 130, bottom: 520 };
const font = "DejaVu Sans";
/** Opaque, so that the chart looks the same in light and dark mode. */
const colors = { back: "#ffffff", text: "#1f2933", faint: "#616e7c", line: "#d9dee4" };
/** People with red-green color blindness can distinguish the first two, blue and orange. */
const fills = ["#2f6fde", "#f0932b", "#5a6b7b", "#8e5bd0"];
const lines = 4;

export function barChartSvg({ title, series, bars, format }: BarChart): string {
	const highest = Math.max(0, ...bars.map(({ values }) => sum(values ?? [])));
	const top = roundUp(highest);
	const yOf = (value: number) => plot.bottom - ((plot.bottom - plot.top) * value) / top;
	const step = (plot.right - plot.left) / Math.max(1, bars.length);
	const width = Math.min(90, step * 0.64);
	const drawn = bars.map(({ label, values }, index) => {
		const middle = plot.left + step * (index + 0.5);
		const name = label
			.split("\n")
			.map((line, row) =>
				text(line, { x: middle, y: plot.bottom + 26 + row * 20, anchor: "middle", fill: colors.faint, size: 15 }),
			)
			.join("");
		return values === null ? name : name + columnOf(values, { middle, width, yOf, format });
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="${font}" font-size="18">`,
		`<rect width="100%" height="100%" fill="${colors.back}"/>`,
		text(title, { x: 30, y: 50, size: 28 }),
		...series.map((name, index) => legend(name, index)),
		...Array.from({ length: lines + 1 }, (_, index) => axisLine((top * index) / lines, yOf, format)),
		...drawn,
		"</svg>",
	].join("");
}

interface Column {
	middle: number;
	width: number;
	yOf: (value: number) => number;
	format: (value: number) => string;
}

function columnOf(values: readonly number[], { middle, width, yOf, format }: Column): string {
	const total = sum(values);
	const parts = values.map((value, index) => {
		const below = sum(values.slice(0, index));
		const y = yOf(below + value);
		return rect({ x: middle - width / 2, y, width, height: yOf(below) - y, fill: fillOf(index) });
	});
	const above = text(format(total), { x: middle, y: yOf(total) - 8, anchor: "middle", size: 13 });
	return parts.join("") + (total > 0 ? above : "");
}

function legend(name: string, index: number): string {
	const x = 30 + index * 260;
	return rect({ x, y: 72, width: 18, height: 18, fill: fillOf(index) }) + text(name, { x: x + 28, y: 88 });
}

function axisLine(value: number, yOf: (value: number) => number, format: (value: number) => string): string {
	const y = yOf(value).toFixed(1);
	const line = `<path d="M${plot.left} ${y}H${plot.right}" stroke="${colors.line}" stroke-width="1"/>`;
	return line + text(format(value), { x: plot.left - 12, y: yOf(value) + 6, anchor: "end", fill: colors.faint });
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
		size: fontSize = 18,
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

/** At least 1. It is 1, 2, 4 or 8 times a power of ten, so that grid lines have round values. */
function roundUp(highest: number): number {
	const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
	return ([1, 2, 4, 8].find((each) => each * power >= highest) ?? 10) * power;
}
