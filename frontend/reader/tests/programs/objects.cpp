// C++ of every shape: virtual calls, exceptions, constructors of globals, lambdas, inline functions, references.
struct shape {
  double scale;
  explicit shape(double s) : scale(s) {}
  virtual ~shape() {}
  virtual double area() const = 0;
};
struct square : shape {
  double side;
  square(double s) : shape(1.0), side(s) {}
  double area() const override { return scale * side * side; }
};
struct failure { int code; };
struct guard {
  int &counter;
  guard(int &c) : counter(c) { ++counter; }
  ~guard() { --counter; }
};
static int depth;
square unit(1.0);
template <typename T> inline T larger(const T &a, const T &b) { return a < b ? b : a; }
double measure(const shape &s, int limit) {
  guard g(depth);
  if (depth > limit) throw failure{depth};
  return larger(s.area(), unit.area());
}
int run(int n) {
  auto scaled = [&](double x) { return static_cast<int>(x) + n; };
  try {
    square *s = new square(n);
    int result = scaled(measure(*s, n));
    delete s;
    return result;
  } catch (const failure &f) {
    return f.code;
  } catch (...) {
    return -1;
  }
}
