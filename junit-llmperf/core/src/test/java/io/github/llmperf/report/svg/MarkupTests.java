package io.github.llmperf.report.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkupTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            set -Da=b.                  | set <code>-Da=b</code>.
            (-Da=b), or -Dc.d=e         | (<code>-Da=b</code>), or <code>-Dc.d=e</code>
            -Da=<x>;                    | <code>-Da=&lt;x&gt;</code>;
            set-Da=b and - D            | set-Da=b and - D
            a & -D                      | a &amp; -D
            set -Da="b c; d, e=f". Then | set <code>-Da=&quot;b c; d, e=f&quot;</code>. Then
            set -Da="b c                | set -Da=&quot;b c
            """)
    void keepsOptionsOfASentenceInOnePiece(String sentence, String html) {
        assertThat(new Markup().prose(sentence)).hasToString(html);
    }

    @Test
    void letsOptionsBreakThatAreWiderThanAPhone() {
        String option = "-D" + "x".repeat(44);

        assertThat(new Markup().prose(option)).hasToString("<code>" + option + "</code>");
        assertThat(new Markup().prose(option + "x")).hasToString("<code class=\"long\">" + option + "x</code>");
        assertThat(new Markup()
                        .prose(option + "x", List.of(), List.of("style", "a"))
                        .toString())
                .startsWith("<code style=\"a\">");
    }

    @Test
    void nestsElements() {
        Markup markup = new Markup()
                .open("p", "class", "a")
                .element("b", "x")
                .empty("br")
                .text("y")
                .close();

        assertThat(markup).hasToString("<p class=\"a\"><b>x</b><br/>y</p>");
    }

    @Test
    void escapesText() {
        assertThat(new Markup().text("<script>alert('&\"')</script>"))
                .hasToString("&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;");
    }

    @Test
    void escapesAttributes() {
        assertThat(new Markup().empty("a", "title", "\" onclick=\"x"))
                .hasToString("<a title=\"&quot; onclick=&quot;x\"/>");
    }

    @Test
    void refusesToEndWithOpenElements() {
        Markup markup = new Markup().open("p");

        assertThatThrownBy(markup::toString)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("elements must be closed, but these are open: [p]");
    }

    @Test
    void breaksNamesBetweenTheirWords() {
        assertThat(new Markup().open("b").name("RagTest.load[users=2,<i>]").close())
                .hasToString("<b>Rag<wbr/>Test.<wbr/>load<wbr/>[users=2,<wbr/>&lt;i&gt;]</b>");
    }
}
