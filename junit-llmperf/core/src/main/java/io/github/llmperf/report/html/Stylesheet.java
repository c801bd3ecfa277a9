package io.github.llmperf.report.html;

import io.github.llmperf.report.svg.Palette;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How {@code report.html} looks: light and dark, from 360 px on, on paper. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Stylesheet {

    private static final String LIGHT_UI =
            "--page:#f4f6f8;--good:#d7f0de;--good-ink:#0b4a22;--open:#fdeec2;--open-ink:#5c4300;"
                    + "--bad:#fbdcd8;--bad-ink:#7a1210;--void:#e4e1f5;--void-ink:#37286f;--plain:#eceff3;"
                    + "--plain-ink:#333b46;--beyond:#f6d5d0";
    private static final String DARK_UI =
            "--page:#0c0f13;--good:#12351f;--good-ink:#a6e6bb;--open:#3b2f0a;--open-ink:#f7dc85;"
                    + "--bad:#481a17;--bad-ink:#ffb9b2;--void:#2a2450;--void-ink:#cdc4fb;--plain:#242b34;"
                    + "--plain-ink:#c9d1da;--beyond:#4a211e";

    private static final String RULES =
            """
            *{box-sizing:border-box}
            body{margin:0;background:var(--page);color:var(--ink);
            font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
            main{max-width:1040px;margin:0 auto;padding:24px 16px 48px}
            section,header{background:var(--surface);border:1px solid var(--grid);border-radius:10px;
            padding:18px 20px;margin:0 0 16px}
            h1{font-size:17px;margin:0 0 2px;overflow-wrap:anywhere}
            h2{font-size:15px;margin:0 0 12px;overflow-wrap:anywhere}
            p{margin:0 0 8px;overflow-wrap:anywhere}
            .sub{color:var(--muted);font-size:13px;margin:0;overflow-wrap:anywhere}
            .verdict{display:flex;gap:14px;align-items:flex-start;padding:14px 16px;border-radius:8px;margin:14px 0}
            .verdict b{font-size:18px;white-space:nowrap;line-height:1.35}
            .verdict p{margin:1px 0 0;font-size:16px}
            .next{font-size:13.5px;color:var(--muted)}
            a{color:var(--e2e)}:focus-visible{outline:2px solid var(--e2e);outline-offset:2px}
            code{white-space:nowrap;font-size:12.5px;background:var(--plain);color:var(--plain-ink);
            border-radius:4px;padding:1px 4px}
            code.long{white-space:normal;word-break:break-all}
            .tag{display:inline-block;border-radius:5px;padding:1px 7px;font-size:13px;font-weight:600;
            white-space:nowrap}
            .good{background:var(--good);color:var(--good-ink)}.open{background:var(--open);color:var(--open-ink)}
            .bad{background:var(--bad);color:var(--bad-ink)}.void{background:var(--void);color:var(--void-ink)}
            .plain{background:var(--plain);color:var(--plain-ink)}
            .outline{display:grid;grid-template-columns:repeat(auto-fit,minmax(118px,1fr));gap:10px 20px;margin:0}
            .outline dt{color:var(--muted);font-size:12.5px}
            .outline dd{margin:0;font-size:16px;font-weight:600;font-variant-numeric:tabular-nums}
            .scroll{position:relative}.scroll,pre{overflow-x:auto}
            details{margin:12px 0 0}summary{color:var(--muted);font-size:13px;cursor:pointer}details .scroll{margin:8px 0 0}
            caption,h2.drawn{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%);
            white-space:nowrap}
            table{border-collapse:collapse;width:100%;font-size:12.5px;font-variant-numeric:tabular-nums}
            th,td{padding:7px 4px;text-align:right;border-bottom:1px solid var(--grid);white-space:nowrap}
            thead th{color:var(--muted);font-weight:500;font-size:12.5px}
            tbody tr:last-child>*{border-bottom:0}
            th:first-child,td:first-child,th.left,td.left{text-align:left;padding-left:0}th:last-child,td:last-child{padding-right:0}
            th.left,td.left{padding-left:7px}
            th[scope=row]{font-weight:600}
            .aside{display:block;color:var(--muted);white-space:normal}
            td.long{white-space:normal;overflow-wrap:anywhere}
            .unit{color:var(--muted);font-weight:400}
            .glyph{display:inline-block;vertical-align:middle}
            .glyph .beyond{fill:var(--beyond)}.glyph .zero{stroke:var(--muted);stroke-width:1}
            .glyph .range{stroke:var(--ink);stroke-width:2}.glyph .point{fill:var(--ink)}
            .pairs{display:grid;grid-template-columns:repeat(auto-fit,minmax(230px,1fr));gap:12px 24px;margin:16px 0 0}
            figure{margin:0}figcaption{font-size:12.5px;margin:0 0 4px}.pairs .glyph{width:100%;height:auto}
            .strip{display:grid;grid-template-columns:150px minmax(0,1fr) 146px;
            grid-template-areas:"name picture result";gap:4px 16px;align-items:center;padding:8px 0;
            border-bottom:1px solid var(--grid)}
            .strip .name{grid-area:name;overflow-wrap:anywhere}.strip .picture{grid-area:picture}
            .strip .result{grid-area:result;text-align:right}.strip .picture svg{display:block}
            .strip .name span,.strip .interval{display:block;font-size:13px;color:var(--muted);margin-top:2px;
            font-variant-numeric:tabular-nums}
            .strip .tag{font-size:15px}.strip .beyond{fill:var(--beyond)}
            .strip .before{fill:var(--muted)}.strip .tagged{fill:var(--ink)}
            .now.good{fill:var(--good-ink);color:var(--good-ink)}.now.open{fill:var(--open-ink);color:var(--open-ink)}
            .now.bad{fill:var(--bad-ink);color:var(--bad-ink)}.now.plain,.now.void{fill:var(--ink);color:var(--ink)}
            .now .point{stroke:var(--surface);stroke-width:1.5}.now .range{stroke:currentColor;stroke-width:2;fill:none}
            .trends{display:grid;grid-template-columns:repeat(auto-fill,minmax(290px,1fr));gap:14px 24px;margin:14px 0 0}
            .trends svg{display:block}h2 .tag{margin-left:6px}a{color:var(--e2e)}.breaks{font-size:14px}
            .was{white-space:normal;overflow-wrap:anywhere}
            .key{color:var(--muted);font-size:12.5px;margin:10px 0 0}
            .facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:5px 32px;margin:0;font-size:14px}
            .facts div{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:10px}
            .facts dt{color:var(--muted);overflow-wrap:anywhere}.facts dd{margin:0;overflow-wrap:anywhere;
            font-variant-numeric:tabular-nums}
            .scroll+.facts,table+.facts{margin-top:16px}
            ul{margin:0;padding-left:20px}.marked{list-style:none;padding:0;margin:12px 0 0}.marked li{margin:0 0 8px}
            li{margin:0 0 6px;overflow-wrap:anywhere}
            .narrow{display:none}
            .two{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 16px}
            .side{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:12px 24px}
            footer{color:var(--muted);font-size:12.5px;padding:0 4px;overflow-wrap:anywhere}
            @media screen and (max-width:720px){
            main{padding:10px 8px 32px}section,header{padding:14px 12px}
            .verdict{flex-direction:column;gap:4px}
            .wide{display:none}.narrow{display:block}.two{grid-template-columns:minmax(0,1fr)}
            h2.drawn{position:static;width:auto;height:auto;margin:0 0 12px;clip-path:none;white-space:normal}
            .strip{grid-template-columns:minmax(0,1fr) auto;grid-template-areas:"name result" "picture picture"}
            .stack thead{display:none}.stack tbody tr{display:block;padding:8px 0;border-bottom:1px solid var(--grid)}
            .stack tbody tr:last-child{border-bottom:0}
            .stack td,.stack th[scope=row]{display:flex;justify-content:space-between;gap:12px;border:0;padding:2px 0;
            white-space:normal;text-align:right}
            .stack td::before{content:attr(data-label);color:var(--muted)}
            .stack td.none{display:none}.stack td.long{display:block;text-align:left}.stack td.long::before{content:""}}
            @page{size:A4;margin:12mm}
            @media print{:root{color-scheme:light}body{background:#fff;font-size:10pt}main{max-width:none;padding:0}
            section,header{border-color:#bbb;padding:10px 12px}h2,summary{break-after:avoid}
            svg,figure,tr,li,.verdict,.facts div{break-inside:avoid}.scroll,pre{overflow:visible}pre{white-space:pre-wrap}
            table{font-size:7.5pt}th,td{padding:3px}details table{font-size:6pt}details th,details td{padding:1px 2px}
            thead th{font-size:inherit;white-space:normal}
            *{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
            @media print{details::details-content{content-visibility:visible}summary{list-style:none}}
            """;

    private Stylesheet() {}

    public static String text() {
        return ":root{color-scheme:light dark;" + Palette.LIGHT.properties() + ";" + LIGHT_UI + "}\n"
                + "@media screen and (prefers-color-scheme:dark){:root{" + Palette.DARK.properties() + ";" + DARK_UI
                + "}}\n" + RULES;
    }
}
