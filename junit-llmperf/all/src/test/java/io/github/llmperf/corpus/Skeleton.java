package io.github.llmperf.corpus;

import java.io.IOException;
import java.io.StringReader;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jsoup.Jsoup;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** What a page or picture consists of, without its texts: elements with the names of their attributes. */
public final class Skeleton {

    private Skeleton() {}

    /** As a browser takes it, which mends whatever it gets. */
    public static Set<String> ofHtml(String html) {
        Set<String> parts = new TreeSet<>();
        Jsoup.parse(html).getAllElements().forEach(element -> {
            parts.add("<" + element.tagName() + ">");
            element.attributes().forEach(attribute -> parts.add(element.tagName() + "@" + attribute.getKey()));
        });
        return parts;
    }

    /** As a strict reader takes it; pages and pictures are both well-formed. */
    public static Set<String> ofXml(String xml) {
        Set<String> parts = new TreeSet<>();
        NodeList all = parse(xml).getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            String name = all.item(i).getNodeName();
            parts.add("<" + name + ">");
            for (int k = 0; k < all.item(i).getAttributes().getLength(); k++) {
                parts.add(name + "@" + all.item(i).getAttributes().item(k).getNodeName());
            }
        }
        return parts;
    }

    private static Document parse(String xml) {
        try {
            DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new InputSource(new StringReader(xml)));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError("must be well-formed, but: " + e.getMessage(), e);
        }
    }
}
