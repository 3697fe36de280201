/** Applies a Nutch, StormCrawler or Heritrix file to URLs as those programs do: replaceAll in order, or matches and appendReplacement. */
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

public class Normalize {
  public static void main(String[] args) throws Exception {
    boolean isHeritrix = args[0].equals("heritrix");
    List<Pattern> patterns = new ArrayList<>();
    List<String> replacements = new ArrayList<>();
    if (args[0].equals("pairs")) {
      List<String> lines = Files.readAllLines(Path.of(args[1]));
      for (int i = 0; i + 1 < lines.size(); i += 2) {
        patterns.add(Pattern.compile(lines.get(i)));
        replacements.add(lines.get(i + 1));
      }
    } else {
      readXml(args[1], isHeritrix, patterns, replacements);
    }
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (String url = in.readLine(); url != null; url = in.readLine()) {
      for (int i = 0; i < patterns.size(); i++) {
        Matcher matcher = patterns.get(i).matcher(url);
        if (!isHeritrix) {
          url = matcher.replaceAll(replacements.get(i));
        } else if (matcher.matches()) {
          StringBuffer buffer = new StringBuffer();
          matcher.appendReplacement(buffer, replacements.get(i));
          url = buffer.toString();
        }
      }
      out.println(url);
    }
    out.flush();
    System.err.println((ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1_000_000);
  }

  private static void readXml(String file, boolean isHeritrix, List<Pattern> patterns, List<String> replacements)
      throws Exception {
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File(file));
    NodeList rules = document.getElementsByTagName(isHeritrix ? "bean" : "regex");
    for (int i = 0; i < rules.getLength(); i++) {
      Element rule = (Element) rules.item(i);
      if (!isHeritrix) {
        patterns.add(Pattern.compile(rule.getElementsByTagName("pattern").item(0).getFirstChild().getNodeValue()));
        replacements.add(rule.getElementsByTagName("substitution").item(0).getFirstChild().getNodeValue());
      } else if (rule.getAttribute("class").endsWith("RegexRule")) {
        NodeList properties = rule.getElementsByTagName("property");
        patterns.add(Pattern.compile(((Element) properties.item(0)).getAttribute("value")));
        replacements.add(((Element) properties.item(1)).getAttribute("value"));
      }
    }
  }
}
