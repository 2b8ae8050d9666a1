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

it("draws a PNG of 1,000 by 600 pixels", async () => {
	const bytes = Buffer.from(await drawBars(chart));
	expect(bytes.subarray(1, 4).toString()).toBe("PNG");
	expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_000, 600]);
	expect(bytes.length).toBeLessThan(100_000);
});

it("draws no bar for a gap, and no total above it", () => {
	const svg = barChartSvg(chart);
	// The chart has seven `<rect>` elements. One is the background, two are marks in the legend, and each of the two bars
	// with values has two. Splitting at them gives eight pieces.
	expect(svg.split("<rect")).toHaveLength(1 + 1 + 2 + 4);
	expect(svg).toContain(">Feb</text>");
});

it("ends the axis at a round value above the highest bar, and escapes words", () => {
	const svg = barChartSvg(chart);
	expect(svg).toContain(">$20</text>");
	expect(svg).toContain("Spending &lt;by&gt; month &amp; more");
});

it.each(["]]>", "a\u0001b\u001b", "\ufffe\ud800", "🛒 <&>"])("draws a chart with the label %j", async (label) => {
	const drawn = await drawBars({ ...chart, title: label, series: [label], bars: [{ label, values: [100] }] });
	expect(Buffer.from(drawn).subarray(1, 4).toString()).toBe("PNG");
});

it("draws an empty chart", () => {
	expect(barChartSvg({ ...chart, bars: [] })).toContain("</svg>");
});
