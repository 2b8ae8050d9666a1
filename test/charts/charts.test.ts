import { expect, it } from "vitest";
import { drawBars } from "../../src/charts/index.ts";
import { barChartSvg } from "../../src/charts/svg.ts";

const chart = {
	title: "Spending <by> month & more",
	series: ["Registrations", "Продления"],
	bars: [
		{ label: "Jan", values: [1_150, 0] },
		{ label: "Feb", values: null },
		{ label: "Mar", values: [500, 250] },
	],
	format: (value: number) => `$${value / 100}`,
};

it("draws a PNG that is as wide as two phones, and higher with each bar", async () => {
	const bytes = Buffer.from(await drawBars(chart));
	expect(bytes.subarray(1, 4).toString()).toBe("PNG");
	expect(bytes.readUInt32BE(16)).toBe(640);
	const more = Buffer.from(await drawBars({ ...chart, bars: [...chart.bars, ...chart.bars] }));
	expect(more.readUInt32BE(20)).toBeGreaterThan(bytes.readUInt32BE(20));
	expect(bytes.length).toBeLessThan(100_000);
});

it("draws no bar for a gap, and no total next to it", () => {
	const svg = barChartSvg(chart);
	// The chart has seven `<rect>` elements. One is the background, two are marks in the legend, and each of the two bars
	// with values has two. Splitting at them gives eight pieces.
	expect(svg.split("<rect")).toHaveLength(1 + 1 + 2 + 4);
	expect(svg).toContain(">Feb</text>");
});

it("names the total of each bar, and escapes words", () => {
	const svg = barChartSvg(chart);
	expect(svg).toContain(">$11.5</text>");
	expect(svg).toContain(">$7.5</text>");
	expect(svg).toContain("Spending &lt;by&gt; month &amp; more");
});

it("has no text that a phone shows with less than eleven pixels, and no bar beyond its place", () => {
	const svg = barChartSvg({
		...chart,
		bars: Array.from({ length: 12 }, (_, at) => ({ label: "янв. 2027 г.", values: [at, 1] })),
	});
	const sizes = [...svg.matchAll(/<text [^>]*font-size="(\d+)"/g)].map(([, size]) => Number(size));
	// A message on a phone of 390 pixels shows the picture 326 pixels wide.
	expect((Math.min(...sizes) * 326) / 640).toBeGreaterThan(11);
	const ends = [...svg.matchAll(/<rect x="([\d.]+)"[^>]* width="([\d.]+)"/g)].map(
		([, x, width]) => Number(x) + Number(width),
	);
	expect(Math.max(...ends)).toBeLessThanOrEqual(470);
});

it.each(["]]>", "a\u0001b\u001b", "\ufffe\ud800", "🛒 <&>"])("draws a chart with the label %j", async (label) => {
	const drawn = await drawBars({ ...chart, title: label, series: [label], bars: [{ label, values: [100] }] });
	expect(Buffer.from(drawn).subarray(1, 4).toString()).toBe("PNG");
});

it("draws an empty chart", () => {
	expect(barChartSvg({ ...chart, bars: [] })).toContain("</svg>");
});
